"""What an optimizer does with gradients: one step at a time, with every intermediate value."""

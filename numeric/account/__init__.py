"""What a Transformer costs: its parameters counted twice, the bytes they take, the operations of a pass. All exact."""

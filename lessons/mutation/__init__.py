"""Would the guard notice? Each printed figure of a document changed by one unit of its last place, one at a time."""

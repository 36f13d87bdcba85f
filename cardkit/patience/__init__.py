"""The patience family: rules as data, and the engine that plays them."""

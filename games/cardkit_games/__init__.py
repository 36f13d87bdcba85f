"""Games that come with cardkit, found through the same door as anybody's: one folder each."""

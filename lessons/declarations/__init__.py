"""What an author declares about a document: in a sidecar `NAME.claims.toml`, or in comments of the document itself."""

"""The build step: figures, pages, finish, check. Only ``__main__`` touches the disk or the clock."""

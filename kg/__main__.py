"""`python -m kg` does what `kg` does."""

from kg.cli import main

if __name__ == "__main__":
    main()

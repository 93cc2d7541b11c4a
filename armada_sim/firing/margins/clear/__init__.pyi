from .search import Clear as Clear

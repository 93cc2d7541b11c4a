from .app import referee_table as referee_table

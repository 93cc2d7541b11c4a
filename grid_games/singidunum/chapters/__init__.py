"""The rules of Singidunum, a module a chapter of the text."""

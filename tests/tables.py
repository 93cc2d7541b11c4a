"""Ships as the tests of files write them."""

R1 = '[[ships]]\nname = "R1"\nplayer = "red"\nsize = "large"\nbase = [300, 400]\nheading = 90\n'
B2 = '[[ships]]\nname = "B2"\nplayer = "blue"\nsize = "small"\nbase = [400, 400]\nheading = 180\n'

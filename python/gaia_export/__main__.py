from gaia_export.cli import command

if __name__ == "__main__":  # a process that imported code starts may load this module again
    command()

"""What is best play? Games are played by the thousand, counted, and told in lab/findings.md."""

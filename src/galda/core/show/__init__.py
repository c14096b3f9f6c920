"""Words and pictures: languages, SVG, score sheets, figures, lessons, the numbered rules."""

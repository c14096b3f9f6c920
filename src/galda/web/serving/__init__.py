"""Running the site: settings, start-up, logs and figures."""

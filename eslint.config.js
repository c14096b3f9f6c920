// What the page's scripts are checked for besides their types (`make scripts`).

import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  eqeqeq: "error",
  "no-var": "error",
  "prefer-const": "error",
  "no-implied-eval": "error",
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
};

export default [
  { files: ["src/galda/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  { files: ["tests/scripts/*.js", "eslint.config.js"], languageOptions: { globals: { ...globals.node, document: "readonly" } }, rules },
];

/** The colours of all pages of the sandbox, light and dark. */
export const palette = `
:root { color-scheme: light dark; --ink: #1c2330; --paper: #fff; --back: #f3f5f8; --line: #dde2ea; --soft: #5d6879;
  --good: #0b6b4b; --bad: #a32a2a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf0; --paper: #1a1f29; --back: #10131a; --line: #303846; --soft: #9aa5b5; --good: #3fb58c; --bad: #e58080 }
}
* { box-sizing: border-box }`

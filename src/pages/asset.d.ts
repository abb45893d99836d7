/** The text of a file as browsers get it, and of `*.yaml` or `*.md` the content of all such files as JSON: `.ci/assets.mjs` makes it. */
declare module '*?asset' {
  const text: string
  export default text
}

/** The text of a file as browsers get it: `.ci/assets.mjs` makes it. */
declare module '*?asset' {
  const text: string
  export default text
}

import type { StoryLine } from '../story/lines'

/** A story as a page of its own, for the report of a run. */

const style = `
:root { color-scheme: light dark; --soft: light-dark(#5d6879, #9aa5b5); --bad: light-dark(#a32a2a, #e58080) }
body { margin: 2rem auto; padding: 0 1rem; max-width: 70rem; font: 15px/1.5 system-ui, sans-serif }
ol { list-style: none; padding: 0; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace }
li { padding: .2rem 0 .2rem .75rem; border-left: 3px solid transparent; overflow-wrap: anywhere }
.inner { margin-left: 1.5rem; color: var(--soft) }
.failed { border-color: var(--bad); color: var(--bad) }
.clock { color: var(--soft) }`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const itemOf = ({ kind, inner, failed, text }: StoryLine): string => {
  const classes = [kind, inner && 'inner', failed && 'failed'].filter(Boolean).join(' ')
  return `<li class="${classes}">${escaped(text)}</li>`
}

/** @param title the name of the test */
export const storyPage = (title: string, story: readonly StoryLine[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What the sandbox did: ${escaped(title)}</title>
<style>${style}</style>
<h1>What the sandbox did</h1>
<p>${escaped(title)}</p>
<ol>
${story.map(itemOf).join('\n')}
</ol>
</html>
`

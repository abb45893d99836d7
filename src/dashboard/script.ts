/**
 * The script of the page: buttons send their requests, and each message of the stream reloads the content and keeps
 * open sections open. Without the script the page shows the same content, but does not update.
 */
export const liveScript = `
const show = async () => {
  const answer = await fetch(location.href)
  const [text] = /<main>[^]*<\\/main>/.exec(await answer.text()) ?? []
  if (!answer.ok || text === undefined) return
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main')
  for (const { id } of document.querySelectorAll('details[open][id]'))
    fresh.querySelector('#' + CSS.escape(id))?.setAttribute('open', '')
  document.querySelector('main').replaceWith(fresh)
}
let isPlanned = false
const soon = () => {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => { isPlanned = false; show() }, 150)
}
const stream = new EventSource('/_sandbox/stream')
for (const kind of ['open', 'request', 'event', 'delivery', 'clock', 'reset', 'missed']) stream.addEventListener(kind, soon)
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-path]') : null
  if (button === null) return
  const { path, method, body, ask } = button.dataset
  if (ask !== '' && !confirm(ask)) return
  button.disabled = true
  const answer = await fetch('/_sandbox' + path, method === 'DELETE' ? { method } : { method, body })
  if (!answer.ok) alert((await answer.json()).error.message)
  show()
})
`

import { Idiomorph } from 'idiomorph'

/** An input with `data-filter` hides the elements of that selector that do not contain its words. */
export const filterWhileTyping = (): void => {
  document.addEventListener('input', applyFilter)
  applyFilter()
}

/** Again, after the page was loaded or has changed. */
const applyFilter = (): void => {
  const input = document.querySelector<HTMLInputElement>('input[data-filter]')
  if (input === null) return
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const element of document.querySelectorAll<HTMLElement>(input.dataset.filter ?? '')) {
    const text = (element.textContent ?? '').toLowerCase()
    element.hidden = !words.every((word) => text.includes(word))
  }
}

/** The shortest time between two updates of the page, in ms: a busy shop sends hundreds of messages a second. */
const pauseMs = 250
/** The time before the next attempt to reach a sandbox that is gone, in ms. */
const retryMs = 1000

const kinds = ['request', 'event', 'delivery', 'clock', 'reset', 'missed']

/** Updates the page at each message of the stream, and shows when the sandbox is gone and when it is back. */
export const followStream = (): void => {
  const address = document.body.dataset.stream
  if (address === undefined) return
  const stream = new EventSource(address)
  stream.addEventListener('open', () => {
    showLost(false)
    soon()
  })
  for (const kind of kinds) stream.addEventListener(kind, soon)
  stream.addEventListener('error', () => {
    showLost(true)
    if (stream.readyState === EventSource.CLOSED) setTimeout(followStream, retryMs)
  })
  addEventListener('pagehide', () => stream.close())
}

const showLost = (isLost: boolean): void => {
  const note = document.querySelector<HTMLElement>('#page-lost')
  if (note !== null) note.hidden = !isLost
}

let isPlanned = false
/** Whether a message came after the last update began: what it is about may be missing there. */
let isStale = false

const soon = (): void => {
  // The documentation does not change with what happens.
  if (document.querySelector('[data-static]') !== null) return
  isStale = true
  if (isPlanned) return
  isPlanned = true
  setTimeout(async () => {
    isStale = false
    await refresh()
    isPlanned = false
    if (isStale) soon()
  }, pauseMs)
}

let updating = Promise.resolve()

/**
 * Loads the page again and changes what is different; focus, scroll and what was typed or opened stay. One update waits
 * for the one before: else an older page could replace a newer one.
 */
export const refresh = (): Promise<void> => {
  updating = updating.then(update)
  return updating
}

/** A sandbox that is gone answers nothing; the stream notices that too. */
const load = async (): Promise<string | null> => {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

const update = async (): Promise<void> => {
  const html = await load()
  if (html === null) return
  const fresh = new DOMParser().parseFromString(html, 'text/html')
  for (const id of ['page-rail', 'page-top', 'page-main']) {
    const [now, next] = [document.getElementById(id), fresh.getElementById(id)]
    if (now !== null && next !== null) Idiomorph.morph(now, next, { ignoreActiveValue: true, callbacks })
  }
  applyFilter()
}

/** What the user changed is not in the page that the server sends. */
const callbacks = {
  beforeAttributeUpdated: (name: string, node: Element): boolean =>
    !(name === 'open' && node instanceof HTMLDetailsElement) && name !== 'hidden',
  beforeNodeMorphed: (node: Node): boolean => !isInUse(node),
}

/** A field that was changed, and the answer to a form, stay as they are. */
export const isInUse = (node: Node): boolean => {
  if (node instanceof HTMLOutputElement) return true
  if (node instanceof HTMLInputElement && node.type === 'radio') return node.checked !== node.defaultChecked
  if (node instanceof HTMLSelectElement) return node === document.activeElement || isChanged(node)
  return (
    (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) &&
    node.value !== node.defaultValue
  )
}

const isChanged = ({ options }: HTMLSelectElement): boolean =>
  [...options].some(
    ({ selected, defaultSelected, index }) =>
      selected !== (defaultSelected || (index === 0 && ![...options].some((one) => one.defaultSelected))),
  )

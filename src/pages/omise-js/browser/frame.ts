import type { ScriptFacts } from '../facts'

/** The frame with the form. Its page is empty and of the same origin: it needs no address, and no policy forbids it. */

declare const facts: ScriptFacts

/** Pages and their tests know the frame by this id. */
const frameId = 'omise-checkout-iframe-app'

/** Over all of the page, whatever its style sheets say of frames. */
const overlay =
  'position:fixed;inset:0;z-index:2147483647;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;' +
  // Without a scheme of its own, a browser paints a ground below a frame whose colours may be dark.
  'border:0;transform:none;opacity:1;visibility:visible;background:transparent;color-scheme:light dark;'

const embedded = `${overlay}position:static;z-index:auto;`

const setStyle = (frame: HTMLIFrameElement, style: string): void => {
  frame.style.cssText = style.replaceAll(';', '!important;')
}

export const findFrame = (): HTMLIFrameElement | null =>
  document.querySelector<HTMLIFrameElement>(`iframe#${frameId}`)

/** The frame, in the page or in an element of it. It is hidden until the form opens. */
export const frameIn = (place: Element): HTMLIFrameElement => {
  const frame = findFrame() ?? document.createElement('iframe')
  frame.id = frameId
  frame.title = 'Payment form'
  setStyle(frame, `${overlay}display:none;`)
  if (frame.parentElement !== place) place.append(frame)
  return frame
}

/** Pages that clean up remove the frame, opened or not. */
export const prepare = (): void => {
  if (document.body !== null && findFrame() === null) frameIn(document.body)
}

const addStyle = (view: Window & typeof globalThis, page: Document): void => {
  try {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(facts.style)
    page.adoptedStyleSheets = [sheet]
  } catch {
    // jsdom has no such sheets.
    page.head.append(Object.assign(page.createElement('style'), { textContent: facts.style }))
  }
}

/** The empty page of the frame, with our style: that of the shop does not reach it. */
export const pageOf = (frame: HTMLIFrameElement): Document | null => {
  const page = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (page === null || view === null) return null
  try {
    page.open()
    page.write('<!doctype html><html><head></head><body></body></html>')
    page.close()
  } catch {
    // A policy may forbid to write markup: the page has its parts without it, in an older mode.
    page.close()
  }
  page.title = 'Payment form'
  addStyle(view, page)
  return page
}

/** The keyboard stays in the form: after its last field comes the first one. */
export const keepKeys = (page: Document, close: () => void): void => {
  // One handler, however often the form opens.
  page.onkeydown = (event) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Tab') return
    // Of several radio buttons, Tab comes to the chosen one only.
    const all = [
      ...page.querySelectorAll<HTMLElement>('button, input:not([type=radio]:not(:checked)), select'),
    ]
    const [first] = all
    const last = all.at(-1)
    const next = event.shiftKey ? [first, last] : [last, first]
    if (page.activeElement !== next[0] && all.some((one) => one === page.activeElement)) return
    event.preventDefault()
    next[1]?.focus()
  }
}

export const showFrame = (frame: HTMLIFrameElement): void => setStyle(frame, `${overlay}display:block;`)

/** Shows it in its place, as high as its form. */
export const embedFrame = (frame: HTMLIFrameElement, form: HTMLElement): void => {
  const resize = (): void => setStyle(frame, `${embedded}display:block;height:${form.offsetHeight}px;`)
  resize()
  if ('ResizeObserver' in window) new ResizeObserver(resize).observe(form)
}

export const hideFrame = (frame: HTMLIFrameElement): void => {
  frame.style.setProperty('display', 'none', 'important')
  frame.contentDocument?.body?.replaceChildren()
}

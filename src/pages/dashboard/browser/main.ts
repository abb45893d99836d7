/** The script of all pages of the dashboard. Without it each page shows the same, but changes nothing. */
import { filterWhileTyping, followStream } from './live'
import { sendForms } from './send'

/** Buttons with `data-copy` copy that text. */
const copyOnClick = (): void => {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy]') : null
    if (button === null) return
    const { textContent: name } = button
    try {
      await navigator.clipboard.writeText(button.dataset.copy ?? '')
      button.textContent = 'Copied'
    } catch {
      // A page that was not opened over HTTPS or from this machine has no clipboard.
      button.textContent = 'Not allowed here'
    }
    setTimeout(() => {
      button.textContent = name
    }, 1500)
  })
}

/** The key `/` leads to the search of the page, or to the page of searches. Fields keep what is typed into them. */
const searchByKey = (): void => {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key !== '/' || ctrlKey || metaKey || altKey || isTyped(target)) return
    event.preventDefault()
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
    if (field?.checkVisibility()) field.select()
    else document.querySelector<HTMLAnchorElement>('a[data-search]')?.click()
  })
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null

copyOnClick()
filterWhileTyping()
searchByKey()
sendForms()
followStream()

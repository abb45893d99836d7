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

/** The rail on a phone, and the sheets of the top bar: Escape and a click elsewhere close them. */
const openMenus = (): void => {
  document.documentElement.classList.add('scripted')
  document.addEventListener('click', ({ target }) => {
    const element = target instanceof Element ? target : null
    const burger = element?.closest('[data-menu]')
    if (burger) showRail(burger.getAttribute('aria-expanded') !== 'true')
    for (const menu of openSheets()) if (element === null || !menu.contains(element)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    showRail(false)
    for (const menu of openSheets()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}

const openSheets = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')

const showRail = (isOpen: boolean): void => {
  document.documentElement.classList.toggle('rail-open', isOpen)
  document.querySelector('[data-menu]')?.setAttribute('aria-expanded', String(isOpen))
}

copyOnClick()
filterWhileTyping()
openMenus()
searchByKey()
sendForms()
followStream()

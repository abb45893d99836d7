/** The rail on a phone, and the sheets of the top bar: Escape and a click elsewhere close them. */
export const openMenus = (): void => {
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

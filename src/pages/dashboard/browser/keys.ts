/** The key `/` leads to the search of the page, or to the page of searches. Fields keep what is typed into them. */
export const searchByKey = (): void => {
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

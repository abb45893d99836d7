/** An input with `data-filter` hides the elements of that selector that do not contain its words. */
export const filterWhileTyping = (): void => {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.filter !== undefined) applyFilter(target)
  })
  applyFilters()
}

/** Again, after the page was loaded or has changed. */
export const applyFilters = (): void => {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-filter]')) applyFilter(input)
}

const applyFilter = (input: HTMLInputElement): void => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const element of document.querySelectorAll<HTMLElement>(input.dataset.filter ?? '')) {
    const text = (element.textContent ?? '').toLowerCase()
    element.hidden = !words.every((word) => text.includes(word))
  }
}

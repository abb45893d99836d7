/** Buttons with `data-copy` copy that text. */
export const copyOnClick = (): void => {
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

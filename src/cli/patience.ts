/** What a person sees of something that takes its time; programs and files see nothing of it. */
type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

const quietMs = 1000

/** Says, once a second has gone by, that `what` is going on and for how long; leaves nothing behind. */
export const showingPatience = async <T>(
  what: string,
  work: Promise<T>,
  screen: Screen = process.stderr,
): Promise<T> => {
  if (screen.isTTY !== true) return work
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    screen.write(`\r${what} … ${seconds} s`)
  }, quietMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (seconds > 0) screen.write('\r\x1b[K')
  }
}

/** Shows on a terminal that a command is waiting. Nothing is written to pipes and files. */
type WaitingScreen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

const quietMs = 1000

/** After one second, shows `what` and how long it has taken, and clears the line at the end. */
export const showingPatience = async <T>(
  what: string,
  work: Promise<T>,
  screen: WaitingScreen = process.stderr,
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

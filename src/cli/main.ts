import { runWords } from './program'
import { report } from './report'

// Node prints the line that threw, and a line of this file is a hundred kilobytes long.
process.on('uncaughtException', (error) => {
  report(error)
  process.exit()
})

/** Resolves when a server listens, or when any other command has ended. */
export const started = runWords(process.argv.slice(2)).catch(report)

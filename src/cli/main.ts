import { runWords } from './program'
import { report } from './report'

// Node would print the line that threw, and in this file a line is a hundred kilobytes long.
process.on('uncaughtException', (error) => {
  report(error)
  process.exit()
})

/** Settled when a server listens, and when any other command has ended. */
export const started = runWords(process.argv.slice(2)).catch(report)

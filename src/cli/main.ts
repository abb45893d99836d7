import { report, runWords } from './program'

// Node prints the line that threw, and a line of this file is a hundred kilobytes long.
process.on('uncaughtException', (error) => {
  report(error)
  process.exit()
})

// The reader may close the pipe at any time (`| head`, a parent that ends); that is not an error.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

/** Resolves when a server listens, or when any other command has ended. */
export const started = runWords(process.argv.slice(2)).catch(report)

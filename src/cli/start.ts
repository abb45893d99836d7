#!/usr/bin/env node
/**
 * Loads the program from the file next to it. From Node 22.8 on, Node keeps the compiled program for later starts: it
 * must be asked before the program is loaded. It keeps nothing until the process ends, unless it is asked once more.
 */
import { join } from 'node:path'

/** What newer versions of Node have and the types of Node 20 do not know. */
interface CompileCache {
  readonly enableCompileCache?: () => unknown
  readonly flushCompileCache?: () => void
}

const { enableCompileCache, flushCompileCache }: CompileCache = require('node:module')

enableCompileCache?.()
const program: { readonly started: Promise<void> } = require(join(__dirname, 'program.cjs'))
program.started.then(flushCompileCache)

/** Reads one file and says where it breaks the house rules. The rules themselves are rows of house.ts. */
import { posix } from 'node:path'
import ts from 'typescript'
import { bans, floors, homes, names, rooms, size, texts } from './house'
import { matcher } from './paths'
import { type Import, importsOf, nodesOf, only } from './syntax'

export interface Violation {
  file: string
  line: number
  rule: string
  say: string
}

/** One file to look at. Line numbers come from offsets into `text`. */
interface Source {
  file: string
  text: string
}

type Report = (offset: number, rule: string, say: string) => void

const isCode = (file: string): boolean => /\.(?:[cm]?[jt]s|tsx)$/.test(file)

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Everything the rules have to say about one file. `known` resolves what an import without an ending means. */
export function inspect(source: Source, known: ReadonlySet<string>): Violation[] {
  const found: Violation[] = []
  const report: Report = (offset, rule, say) =>
    found.push({ file: source.file, line: lineAt(source.text, offset), rule, say })
  checkName(source.file, report)
  checkText(source.text, report)
  if (isCode(source.file)) {
    const tree = ts.createSourceFile(source.file, source.text, ts.ScriptTarget.Latest, true)
    const nodes = nodesOf(tree)
    checkImports(tree, importsOf(tree, nodes), { known, report })
    checkBans(tree, nodes, report)
    checkSizes(tree, nodes, report)
  }
  return found
}

function checkName(file: string, report: Report): void {
  const parts = file.split('/')
  const top = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (!names.topLevel.test(top))
    report(0, 'top level', `"${top}" may not be there; the entries are ${names.topLevel.source} and dotfiles`)
  for (const part of parts)
    if (!names.part.test(part)) report(0, 'file names', `"${part}" is not lower case with hyphens`)
  if (/^(?:src|test)\/(?:.*\/)?index\.tsx?$/.test(file) && !matcher(names.indexFiles)(file))
    report(0, 'file names', 'name the file after what it holds; only entries are called index')
  const vague = isCode(file) ? last.split(/[.-]/).find((word) => names.vague.test(word)) : undefined
  if (vague) report(0, 'file names', `"${vague}" says nothing; name the file after what it holds`)
}

function checkText(text: string, report: Report): void {
  for (const { rule, find, instead } of texts)
    for (const match of text.matchAll(find)) report(match.index, rule, `"${match[0]}"; ${instead}`)
}

function checkImports(
  tree: ts.SourceFile,
  imports: readonly Import[],
  { known, report }: { known: ReadonlySet<string>; report: Report },
): void {
  const inSrc = tree.fileName.startsWith('src/')
  if (/^src\/.*\.tsx?$/.test(tree.fileName) && !roomNamed(roomOf(tree.fileName)))
    report(0, 'rooms', 'belongs to no room; move it, or give it one in test/support/house.ts')
  for (const { offset, from } of imports) {
    if (from.startsWith('.')) {
      const target = resolve(tree.fileName, from, known)
      if (target.startsWith('..')) report(offset, 'imports', `"${from}" is outside the project`)
      else if (inSrc) checkRoom(tree.fileName, target, (rule, say) => report(offset, rule, say))
    } else if (inSrc) checkPackage(tree.fileName, from, (say) => report(offset, 'packages', say))
  }
}

/** The folder or the loose file at the top of `src` that a file of it belongs to. */
const roomOf = (file: string): string => file.split('/')[1] ?? ''

const roomNamed = (name: string) => rooms.find((room) => room.name === name)

const floorOf = (file: string): number => floors.findIndex(({ files }) => matcher(files)(file))

function checkRoom(file: string, target: string, report: (rule: string, say: string) => void): void {
  if (target === 'package.json' || /^(?:fixtures|examples)\//.test(target)) return
  const [own, other] = [roomOf(file), roomOf(target)]
  const { may = [] } = roomNamed(own) ?? {}
  if (!target.startsWith('src/')) report('rooms', `src must not import ${target}`)
  else if (own !== other && !may.includes(other))
    report(
      'rooms',
      `${own} must not import ${other} (${target}); it may import ${may.join(', ')}. Move the common part down, or hand it in`,
    )
  else if (own === other && floorOf(file) < floorOf(target))
    report(
      'floors',
      `"${floors[floorOf(file)]?.name}" is below "${floors[floorOf(target)]?.name}" (${target})`,
    )
}

export function resolve(file: string, from: string, known: ReadonlySet<string>): string {
  const path = posix.join(posix.dirname(file), from.replace(/\?asset$/, ''))
  if (from.endsWith('?asset')) return path
  const plain = path.replace(/\.[cm]?js$/, '')
  return (
    [path, `${plain}.ts`, `${plain}.tsx`, `${plain}/index.ts`].find((name) => known.has(name)) ??
    `${plain}.ts`
  )
}

function checkPackage(file: string, name: string, say: (text: string) => void): void {
  const [, files, why] = homes.find(([packages]) => packages.test(name)) ?? []
  if (!files) say(`"${name}" has no home; weigh the dependency, then give it one in test/support/house.ts`)
  else if (!matcher(files)(file)) say(`"${name}" is imported only by ${files.join(', ')}: ${why}`)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** The same text twice, positions kept: once only its code without literals, once only its comments. */
function separate({ text }: ts.SourceFile, nodes: readonly ts.Node[]): { code: string; comments: string } {
  let bare = ''
  for (const node of only(nodes, 'literals')) {
    const start = node.getStart()
    bare += text.slice(bare.length, start)
    bare += blank(text.slice(start, node.end))
  }
  bare += text.slice(bare.length)
  // Without literals, everything that looks like a comment is one.
  let code = ''
  let comments = ''
  for (const { index, 0: comment } of bare.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)) {
    const before = bare.slice(code.length, index)
    code += before + blank(comment)
    comments += blank(before) + text.slice(index, index + comment.length)
  }
  const rest = bare.slice(code.length)
  return { code: code + rest, comments: comments + blank(rest) }
}

interface Call {
  readonly offset: number
  readonly callee: string
}

function checkBans(tree: ts.SourceFile, nodes: readonly ts.Node[], report: Report): void {
  const { code, comments } = separate(tree, nodes)
  const calls = only(nodes, 'calls').flatMap((node) => callOf(node, tree))
  for (const { rule, find, within, except, instead } of bans) {
    if (!matcher(within)(tree.fileName) || matcher(except)(tree.fileName)) continue
    if ('calls' in find) {
      for (const { offset, callee } of calls)
        if (find.calls.includes(callee)) report(offset, rule, `${callee}(…); ${instead}`)
    } else {
      const [text, pattern] = 'code' in find ? [code, find.code] : [comments, find.comment]
      for (const match of text.matchAll(pattern)) report(match.index, rule, `${match[0]}; ${instead}`)
    }
  }
}

function callOf(node: ts.Node, tree: ts.SourceFile): readonly Call[] {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return []
  const name = node.expression.getText(tree).replace(/^globalThis\??\./, '')
  return [{ offset: node.getStart(tree), callee: ts.isNewExpression(node) ? `new ${name}` : name }]
}

function checkSizes(tree: ts.SourceFile, nodes: readonly ts.Node[], report: Report): void {
  if (!matcher(size.within)(tree.fileName)) return
  const lines = tree.text.trimEnd().split('\n').length
  const isTable = matcher(size.tables)(tree.fileName)
  if (lines > size.fileLines && !isTable)
    report(0, 'file size', `${lines} lines, at most ${size.fileLines}; split it by what its parts are about`)
  for (const node of only(nodes, 'functions')) {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || isGroup(node, tree)) continue
    const start = node.getStart(tree)
    const long = tree.text.slice(start, node.getEnd()).split('\n').length
    if (long > size.functionLines)
      report(start, 'function size', `${long} lines, at most ${size.functionLines}; give a part of it a name`)
    if (node.parameters.length > size.parameters)
      report(
        start,
        'parameters',
        `${node.parameters.length}, at most ${size.parameters}; take one object with names`,
      )
  }
}

/** The body of a `describe` is a chapter, not a function. */
function isGroup(node: ts.Node, tree: ts.SourceFile): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText(tree))
}

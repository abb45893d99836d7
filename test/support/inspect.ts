/** Reads one file and says where it breaks the house rules. The rules themselves are rows of house.ts. */
import { posix } from 'node:path'
import ts from 'typescript'
import { bans, homes, type Layer, layers, names, openToAll, size, texts } from './house'

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

const matchers = new WeakMap<readonly string[], (file: string) => boolean>()

/** Says whether a file fits one of the patterns. The rows of house.ts are asked thousands of times. */
export function matcher(paths: readonly string[]): (file: string) => boolean {
  const known = matchers.get(paths)
  if (known) return known
  const patterns = paths.map((path) => {
    const pattern = path
      .replace(/\./g, '\\.')
      .replace(/\{(.+?)\}/g, (_, words: string) => `(?:${words.replaceAll(',', '|')})`)
      .replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))
    return new RegExp(`^${pattern}$`)
  })
  const fits = (file: string): boolean => patterns.some((pattern) => pattern.test(file))
  matchers.set(paths, fits)
  return fits
}

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
    checkImports(tree, known, report)
    checkBans(tree, report)
    checkSizes(tree, report)
  }
  return found
}

function checkName(file: string, report: Report): void {
  const parts = file.split('/')
  const top = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (!top.startsWith('.') && !names.topLevel.includes(top))
    report(
      0,
      'top level',
      `"${top}" may not be there; the entries are ${names.topLevel.join(', ')} and dotfiles`,
    )
  for (const part of parts)
    if (!names.part.test(part) && !names.capitals.includes(part))
      report(0, 'file names', `"${part}" is not lower case with hyphens`)
  if (
    /^(?:src|test)\/.*\bindex\.tsx?$/.test(file) &&
    last.startsWith('index.') &&
    !names.indexFiles.includes(file)
  )
    report(0, 'file names', 'name the file after what it holds; only the public entry is called index')
  const vague = isCode(file) ? last.split(/[.-]/).find((word) => names.vague.includes(word)) : undefined
  if (vague) report(0, 'file names', `"${vague}" says nothing; name the file after what it holds`)
}

function checkText(text: string, report: Report): void {
  for (const { rule, find, instead } of texts)
    for (const match of text.matchAll(find)) report(match.index, rule, `"${match[0]}"; ${instead}`)
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

interface Import {
  offset: number
  from: string
}

const loads = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')

/** Static, re-exporting, dynamic, required and type-only: all of them are dependencies. */
function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node)) found.push({ offset: node.getStart(tree), from: node.text })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier)
    else if (ts.isExternalModuleReference(node)) add(node.expression)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0])
  })
  return found
}

function checkImports(tree: ts.SourceFile, known: ReadonlySet<string>, report: Report): void {
  const inSrc = tree.fileName.startsWith('src/')
  const own = layerOf(tree.fileName)
  if (inSrc && !own)
    report(0, 'layers', 'belongs to no layer; move it, or give it one in test/support/house.ts')
  for (const { offset, from } of importsOf(tree)) {
    if (from.startsWith('.')) {
      const target = resolve(tree.fileName, from, known)
      if (target.startsWith('..')) report(offset, 'imports', `"${from}" is outside the project`)
      else if (own) checkLayer(own, target, (say) => report(offset, 'layers', say))
    } else if (inSrc) checkPackage(tree.fileName, from, (say) => report(offset, 'packages', say))
  }
}

function layerOf(file: string): Layer | undefined {
  return layers.find((layer) => matcher(layer.files)(file))
}

function resolve(file: string, from: string, known: ReadonlySet<string>): string {
  const path = posix.join(posix.dirname(file), from)
  const plain = path.replace(/\.[cm]?js$/, '')
  return (
    [path, `${plain}.ts`, `${plain}.tsx`, `${plain}/index.ts`].find((name) => known.has(name)) ??
    `${plain}.ts`
  )
}

function checkLayer(own: Layer, target: string, say: (text: string) => void): void {
  const other = layerOf(target)
  if (!other) {
    say(`must not import ${target}, which belongs to no layer`)
    return
  }
  if (own.may.includes(other.name) || (openToAll.includes(other.name) && !openToAll.includes(own.name)))
    return
  const may = [...own.may, ...openToAll].join(', ')
  say(
    `${own.name} must not import ${other.name} (${target}); it may import ${may}. Move the common part down, or hand it in`,
  )
}

function checkPackage(file: string, name: string, say: (text: string) => void): void {
  const home = homes.find(({ packages }) => packages.test(name))
  if (!home) say(`"${name}" has no home; weigh the dependency, then give it one in test/support/house.ts`)
  else if (!matcher(home.files)(file))
    say(`"${name}" is imported only by ${home.files.join(', ')}: ${home.why}`)
}

/** The same text twice, positions kept: once only its code without literals, once only its comments. */
function separate(tree: ts.SourceFile): { code: string; comments: string } {
  const kinds = new Uint8Array(tree.text.length)
  const literals = [
    ts.SyntaxKind.RegularExpressionLiteral,
    ts.SyntaxKind.TemplateHead,
    ts.SyntaxKind.TemplateMiddle,
    ts.SyntaxKind.TemplateTail,
    ts.SyntaxKind.JsxText,
  ]
  const mark = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return
    const children = node.getChildren(tree)
    if (children.length > 0) {
      children.forEach(mark)
      return
    }
    const literal = ts.isStringLiteralLike(node) || literals.includes(node.kind)
    kinds.fill(literal ? 2 : 1, node.getStart(tree), node.getEnd())
  }
  mark(tree)
  const only = (kind: number): string =>
    tree.text.replace(/[^\n]/g, (character, at: number) => (kinds[at] === kind ? character : ' '))
  return { code: only(1), comments: only(0) }
}

function checkBans(tree: ts.SourceFile, report: Report): void {
  const { code, comments } = separate(tree)
  for (const { rule, find, within, except, instead } of bans) {
    if (!matcher(within)(tree.fileName) || matcher(except)(tree.fileName)) continue
    if ('calls' in find) {
      walk(tree, (node) => {
        const callee = calleeOf(node, tree)
        if (callee && find.calls.includes(callee))
          report(node.getStart(tree), rule, `${callee}(…); ${instead}`)
      })
    } else {
      const [text, pattern] = 'code' in find ? [code, find.code] : [comments, find.comment]
      for (const match of text.matchAll(pattern)) report(match.index, rule, `${match[0]}; ${instead}`)
    }
  }
}

function calleeOf(node: ts.Node, tree: ts.SourceFile): string | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined
  const name = node.expression.getText(tree).replace(/^globalThis\??\./, '')
  return ts.isNewExpression(node) ? `new ${name}` : name
}

function checkSizes(tree: ts.SourceFile, report: Report): void {
  if (!matcher(size.within)(tree.fileName)) return
  const lines = tree.text.trimEnd().split('\n').length
  const isTable = size.tables.some(({ files }) => matcher(files)(tree.fileName))
  if (lines > size.fileLines && !isTable)
    report(0, 'file size', `${lines} lines, at most ${size.fileLines}; split it by what its parts are about`)
  walk(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || isGroup(node, tree)) return
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
  })
}

/** The body of a `describe` is a chapter, not a function. */
function isGroup(node: ts.Node, tree: ts.SourceFile): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText(tree))
}

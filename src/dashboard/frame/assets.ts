import { textHash } from '../../kernel/digest'
import { once } from '../../kernel/json'
import script from '../browser/main.ts?asset'
import style from './pages.css?asset'

interface Asset {
  readonly text: string
  readonly type: string
}

const files: Readonly<Record<string, Asset>> = {
  'pages.css': { text: style, type: 'text/css; charset=utf-8' },
  'pages.js': { text: script, type: 'text/javascript; charset=utf-8' },
}

const versions = once(() =>
  Object.fromEntries(
    Object.entries(files).map(([name, { text }]) => [name, textHash(text).replace(/\W/g, '').slice(0, 12)]),
  ),
)

/** The address of a file that pages load. It changes with the file, so that browsers keep it for good. */
export const assetAddress = (name: 'pages.css' | 'pages.js'): string =>
  `/_sandbox/assets/${name}?v=${versions()[name]}`

/** The answer with a file that pages load; `null` for an unknown name. */
export const answerAsset = (name: string): Response | null => {
  const asset = Object.hasOwn(files, name) ? files[name] : undefined
  if (asset === undefined) return null
  return new Response(asset.text, {
    headers: {
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { preprocessCSS, resolveConfig, transformWithEsbuild } from 'vite'

/** A stylesheet of app/styles as the build ships it: imports put in, small. */
export async function stylesheet(name: 'lunas' | 'public' | 'paper'): Promise<string> {
  const path = resolve(`app/styles/${name}.css`)
  const config = await resolveConfig({ configFile: false, logLevel: 'error' }, 'build')
  const { code } = await preprocessCSS(readFileSync(path, 'utf8'), path, config)
  const small = await transformWithEsbuild(code, path, {
    loader: 'css',
    minify: true,
    ...(config.build.cssTarget && { target: config.build.cssTarget }),
  })
  return small.code.trim()
}

import { existsSync } from 'node:fs'
import process from 'node:process'
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

// Astro does not add the variables of .env to `process.env`.
if (existsSync('.env')) process.loadEnvFile()

export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }) })

import { existsSync } from 'node:fs'
import process from 'node:process'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Vite does not add the variables of .env to `process.env`.
if (existsSync('.env')) process.loadEnvFile()

export default defineConfig({ plugins: [reactRouter()] })

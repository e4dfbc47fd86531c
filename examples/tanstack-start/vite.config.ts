import { existsSync } from 'node:fs'
import process from 'node:process'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Vite does not add the variables of .env to `process.env`.
if (existsSync('.env')) process.loadEnvFile()

export default defineConfig({ plugins: [tanstackStart(), react()] })

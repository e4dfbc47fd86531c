'use client'

import { SessionProvider, type SessionProviderProps } from 'authwright/react'

export function Providers(props: SessionProviderProps) {
  return <SessionProvider {...props} />
}

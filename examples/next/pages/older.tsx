import type { GetServerSideProps } from 'next'
import { auth } from '../auth'

interface Props {
  name: string | null
}

export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const session = await auth(context)
  return { props: { name: session?.user.name ?? null } }
}

export default function Older({ name }: Props) {
  return <h1>{name ? `Hello ${name}` : 'Not signed in'}</h1>
}

/** What happens to the connection, done to the engine and noted in the model. */
import type { Peer } from './peer.js';
import type { World } from './world.js';

/** The host hands the engine a client, or none. The same one once more is news of it. */
function hand(world: World, peer: Peer | null): void {
  if (peer === world.peer) world.hurry();
  else world.forget();
  world.untold = false;
  if (world.peer) world.retired = world.peer;
  world.peer = peer;
  world.client$.next(peer?.client ?? null);
}

/** `late`: what was under way fails only after the host has noticed. */
export async function disconnect(world: World, close: 'first' | 'late' | 'never'): Promise<void> {
  const { peer } = world;
  const closing = close === 'first' && peer?.hangUp();
  hand(world, null);
  await (close === 'late' ? peer?.hangUp() : closing);
}

/** Everything under way fails as the connection closes. */
export async function hangUp(world: World): Promise<void> {
  await world.peer?.hangUp();
}

export async function reconnect(world: World, capabilities: object | undefined): Promise<void> {
  const peer = await world.connect();
  peer.capabilities = capabilities;
  hand(world, peer);
}

/** The client that was there before, whatever came between. */
export function reconnectSame(world: World): void {
  const peer = world.retired ?? world.peer;
  if (!peer) return;
  peer.capabilities = { completions: {} };
  hand(world, peer);
}

/** A client that was still connecting, or lost its server, says otherwise now; and its host tells of it, or does not. */
export function change(world: World, capabilities: object | undefined, news: 'told' | 'untold'): void {
  const { peer } = world;
  if (!peer) return;
  peer.capabilities = capabilities;
  if (news === 'told') hand(world, peer);
  else world.untold = true;
}

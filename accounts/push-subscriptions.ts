import type { Deps } from "./deps.ts";
import type { Session } from "./sessions.ts";

export type PushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The devices that want notifications. Signing a device out deletes its subscription; the end of an idle session does not. */
export function createPushSubscriptions({ db, now }: Deps) {
  /** Replaces a session's subscription: a browser has only one and renews it silently. */
  async function save(
    { endpoint, keys: { p256dh, auth } }: PushSubscription,
    { id: sessionId, deviceName }: Pick<Session, "id" | "deviceName">,
  ) {
    const values = { session_id: sessionId, device_name: deviceName, p256dh, auth };
    await db.transaction().execute(async (transaction) => {
      const others = transaction.deleteFrom("push_subscriptions").where("endpoint", "<>", endpoint);
      await others.where("session_id", "=", sessionId).execute();
      await transaction
        .insertInto("push_subscriptions")
        .values({ endpoint, ...values, created_at: now() })
        .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(values))
        .execute();
    });
  }

  async function remove(endpoint: string): Promise<void> {
    await db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
  }

  async function noteSuccess(endpoint: string): Promise<void> {
    const success = db.updateTable("push_subscriptions").set({ last_success_at: now() });
    await success.where("endpoint", "=", endpoint).execute();
  }

  async function list() {
    const rows = await db.selectFrom("push_subscriptions").selectAll().orderBy("created_at").execute();
    return rows.map(({ endpoint, session_id: sessionId, last_success_at: lastSuccessAt, p256dh, auth }) => {
      return { endpoint, sessionId, lastSuccessAt, keys: { p256dh, auth } };
    });
  }

  return { save, remove, noteSuccess, list };
}

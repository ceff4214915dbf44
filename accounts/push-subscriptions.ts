import type { Deps } from "./deps.ts";

export type PushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The devices that want notifications. Signing a device out deletes its subscription. */
export function createPushSubscriptions({ db, now }: Pick<Deps, "db" | "now">) {
  /** Stores a session's subscription in place of its last one: a browser has one, which it renews silently. */
  async function save(
    { endpoint, keys }: PushSubscription,
    device: { sessionId: string; deviceName: string },
  ) {
    const values = {
      session_id: device.sessionId,
      device_name: device.deviceName,
      p256dh: keys.p256dh,
      auth: keys.auth,
    };
    await db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom("push_subscriptions")
        .where("session_id", "=", device.sessionId)
        .where("endpoint", "<>", endpoint)
        .execute();
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
    await db
      .updateTable("push_subscriptions")
      .set({ last_success_at: now() })
      .where("endpoint", "=", endpoint)
      .execute();
  }

  async function list() {
    const rows = await db.selectFrom("push_subscriptions").selectAll().orderBy("created_at").execute();
    return rows.map((row) => ({
      endpoint: row.endpoint,
      sessionId: row.session_id,
      lastSuccessAt: row.last_success_at,
      keys: { p256dh: row.p256dh, auth: row.auth },
    }));
  }

  return { save, remove, noteSuccess, list };
}

/*
 * A cluster of Redis servers on loopback. Slots can be moved while it is in use.
 */
import io.lettuce.core.MigrateArgs
import io.lettuce.core.RedisURI
import io.lettuce.core.cluster.SlotHash
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser
import java.nio.file.Path

class RedisCluster(size: Int, folder: Path) : AutoCloseable {
    private val servers = List(size) {
        RedisServer("--cluster-enabled", "yes", "--cluster-config-file", "$it.conf", "--dir", "$folder")
    }
    private val admins = servers.map { it.connect().sync() }
    private val ids = admins.map { it.clusterMyId() }

    /** Addresses of the nodes. */
    val uris: List<RedisURI> = servers.map { it.uri }

    init {
        for ((index, admin) in admins.withIndex()) {
            admin.clusterAddSlots(*(0 until SlotHash.SLOT_COUNT).filter { it % size == index }.toIntArray())
            admins[0].clusterMeet("127.0.0.1", servers[index].port)
        }
        val whole = listOf("cluster_state:ok", "cluster_slots_assigned:${SlotHash.SLOT_COUNT}")
        while (!admins.all { admin -> whole.all { it in admin.clusterInfo() } }) Thread.sleep(PAUSE_MS)
    }

    /** Moves a key's slot to the next node. `midway` runs while both have a part of it. */
    suspend fun moveSlot(key: String, midway: suspend () -> Unit = {}) {
        val slot = SlotHash.getSlot(key)
        val from = admins.indices.single { owns(it, slot) }
        val to = (from + 1) % admins.size
        admins[to].clusterSetSlotImporting(slot, ids[from])
        admins[from].clusterSetSlotMigrating(slot, ids[to])
        val keys = admins[from].clusterGetKeysInSlot(slot, KEYS)
        if (keys.isNotEmpty()) admins[from].migrate("127.0.0.1", servers[to].port, 0, TIMEOUT_MS, MigrateArgs.Builder.keys(keys))
        midway()
        for (node in listOf(to, from)) admins[node].clusterSetSlotNode(slot, ids[to])
    }

    /** Returns true if a node reports that it owns the slot. */
    private fun owns(node: Int, slot: Int): Boolean =
        ClusterPartitionParser.parse(admins[node].clusterNodes())
            .getPartitionByNodeId(ids[node]).hasSlot(slot)

    override fun close() = servers.forEach { it.close() }

    private companion object {
        const val PAUSE_MS = 50L
        const val KEYS = 100
        const val TIMEOUT_MS = 1_000L
    }
}

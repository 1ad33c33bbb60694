/*
 * Waits for events. Only broken code reaches the time limit, however busy the machine is.
 */
package dev.waybill

import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeout

/** Maximum time for an event. */
internal val LONGEST_WAIT = 60.seconds

/** Returns once [holds] returns true. */
internal suspend fun eventually(holds: suspend () -> Boolean): Unit = withTimeout(LONGEST_WAIT) { while (!holds()) delay(10.milliseconds) }

/*
 * Waits for events. The bound is for broken code alone: no machine is so busy that it takes as long.
 */
package dev.waybill

import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeout

/** How long an event may take. */
internal val LONGEST_WAIT = 60.seconds

/** Returns once [holds] does. */
internal suspend fun eventually(holds: suspend () -> Boolean): Unit = withTimeout(LONGEST_WAIT) { while (!holds()) delay(10.milliseconds) }

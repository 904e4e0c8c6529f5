package org.hybridlab.check.core;

import java.time.Duration;

/**
 * How one check ended.
 *
 * @param how it was seen
 * @param took until its verdict was final
 */
public record CheckResult(String id, String title, String how, Verdict verdict, Duration took) {
}

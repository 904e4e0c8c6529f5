package org.hybridlab.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.LabException;

/** How a call fails that must fail. */
public final class Failure {
    private Failure() {
    }

    public static LabException failure(ThrowingCallable call) {
        LabException failure = catchThrowableOfType(LabException.class, call);
        assertThat(failure).as("the call must fail").isNotNull();
        return failure;
    }
}

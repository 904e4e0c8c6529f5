package org.hybridlab.service.context;

/** A part of a call that ends in good order once the cancellation is requested. */
public interface CancellableScope extends AutoCloseable {
    @Override
    void close();
}

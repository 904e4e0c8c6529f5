package org.hybridlab.cluster.api;

import org.hybridlab.common.error.LabException;

/** Whether an administrator's kubeconfig may still do everything. */
public final class FullRights {
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final String REVIEW = """
            {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview",
             "spec": {"resourceAttributes": {"verb": "*", "group": "*", "resource": "*"}}}""";

    private FullRights() {
    }

    /**
     * An edited role may allow reads only. The review is not stored.
     *
     * @throws LabException if the API server gives no answer
     */
    public static boolean areLost(ApiServer api) {
        try {
            return !api.create(REVIEWS, REVIEW).path("status").path("allowed").asBoolean(true);
        } catch (LabException e) {
            if (e.isInterruption() || e.id().equals("api-unreachable")) {
                throw e;
            }
            // A webhook may block the review.
            return isReadingRefused(api);
        }
    }

    private static boolean isReadingRefused(ApiServer api) {
        try {
            api.get("/api/v1/namespaces/kube-system");
            return false;
        } catch (LabException e) {
            if (e.id().equals("api-refused") && e.what().contains("(403)")) {
                return true;
            }
            throw e;
        }
    }
}

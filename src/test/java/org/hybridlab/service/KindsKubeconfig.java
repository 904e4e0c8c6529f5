package org.hybridlab.service;

/** What another program writes where KUBECONFIG names a lab's file. */
public final class KindsKubeconfig {
    public static final String TEXT = """
            apiVersion: v1
            kind: Config
            clusters: [{name: kind, cluster: {server: "https://127.0.0.1:40000", certificate-authority-data: a2luZA==}}]
            users: [{name: kind, user: {client-certificate-data: Y2VydA==, client-key-data: U0VDUkVU}}]
            contexts: [{name: kind, context: {cluster: kind, user: kind}}]
            current-context: kind
            """;

    private KindsKubeconfig() {
    }
}

<#-- a comment -->
apiVersion: v1
kind: ConfigMap
metadata: {name: unclosed
